import { msg } from '@lingui/core/macro'

/** Working on tasks and giving them: a part of the page table, see pages.ts. Fixed addresses stand before `{id}`. */
export const taskPages = {
  '/app/task/earn': {
    title: msg({ id: 'page.task.earn', message: 'Tasks' }),
    access: 'user',
    layout: 'app',
    menu: { order: 10, parent: 'task', count: 'taskCount' },
    ads: true,
    load: () => import('#features/task/EarnPage.tsx').then((file) => file.EarnPage),
  },
  '/app/task/submission': {
    title: msg({ id: 'page.task.submission', message: 'Your Submission' }),
    access: 'user',
    layout: 'app',
    menu: { order: 20, parent: 'task' },
    load: () => import('#features/task/SubmissionPage.tsx').then((file) => file.SubmissionPage),
  },
  '/app/task/advertise/manage': {
    title: msg({ id: 'page.task.manage', message: 'Created task' }),
    access: 'user',
    layout: 'app',
    menu: { order: 30, parent: 'task' },
    load: () => import('#features/task/manage/ManagePage.tsx').then((file) => file.ManagePage),
  },
  '/app/task/{id}/detail': {
    title: msg({ id: 'page.task.edit', message: 'Edit task' }),
    access: 'user',
    layout: 'app',
    load: () => import('#features/task/manage/EditTaskPage.tsx').then((file) => file.EditTaskPage),
  },
  '/app/task/{id}/submission': {
    title: msg({ id: 'page.task.review', message: 'Task Submission' }),
    access: 'user',
    layout: 'app',
    load: () => import('#features/task/review/ReviewPage.tsx').then((file) => file.ReviewPage),
  },
  '/app/task/{id}': {
    title: msg({ id: 'page.task.detail', message: 'Task Detail' }),
    access: 'user',
    layout: 'app',
    load: () => import('#features/task/TaskPage.tsx').then((file) => file.TaskPage),
  },
} as const
