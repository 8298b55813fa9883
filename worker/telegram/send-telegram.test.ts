import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Server } from "bun";
import { closedPort } from "../../dev/test/other-runtimes.ts";
