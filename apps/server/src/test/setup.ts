import { setWorkCost } from '#kernel/work-cost.ts'

// Before every file: one that measured the full cost leaves nothing to the next.
setWorkCost('cheap')
