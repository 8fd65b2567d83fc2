export { countDays, dayLog, type DayLog } from './day-log.ts'
export { withdrawalStatistic } from './payouts.ts'
export { daysOf, lastDays, type Range, rangeOf } from './range.ts'
