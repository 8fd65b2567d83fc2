export { countDays, dayLog, type DayLog } from './day-log.ts'
export { withdrawalStatistic } from './payouts.ts'
export { rangeOf } from './range.ts'
