/** Khmer of `moment-text.ts`, which has the zone in one form: `22 វិច្ឆិកា 2026 ម៉ោង 14:05 (Asia/Phnom_Penh)` */
export { formatMoment } from "../../platform/moment-text.km.ts";
