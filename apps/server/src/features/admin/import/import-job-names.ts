import { defineJob } from '#kernel/queue.ts'

/** Takes the rows of an import that wait; begun again after whatever stops it. */
export const importRun = defineJob<{ importId: string }>('import.run', { expireSeconds: 300 })
/** Takes up imports that a dead process left behind, and mails those who came, so many a minute. */
export const importMinute = defineJob('import.minute', { cron: '* * * * *' })
