import { test } from "bun:test";
import { expectEqualToDefinition, fromRow, meanOf, somePeriod, windowOf } from "../../test/candle-walks.ts";
import { fc } from "../../test/property.ts";
import { volumeAverage } from "./volume-average.ts";

test("the volume average equals the mean of each window", () => {
  expectEqualToDefinition(volumeAverage, fc.record({ period: somePeriod }), ({ volume }, { period }) => ({
    average: fromRow(volume.length, period - 1, (row) => meanOf(windowOf(volume, row, period))),
  }));
});
