import { t } from '@lingui/core/macro'
import type { OwnTask } from '@runnel/contract/task/schemas'
import { useMutation } from '@tanstack/react-query'
import { history } from '#base/history.ts'
import { QueryError } from '#base/Loaded.tsx'
import { PageLink } from '#base/PageLink.tsx'
import { to } from '#base/paths.ts'
import { usePathParams } from '#base/route.ts'
import { task as tasks, useCategories, type Categories, type EditCall } from '#features/task/calls.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { PageHeader } from '#ui/PageHeader.tsx'
import { Alert } from '#ui/state/Alert.tsx'
import { EmptyState } from '#ui/state/EmptyState.tsx'
import { Skeleton } from '#ui/state/Skeleton.tsx'
import { Changes } from './Changes.tsx'
import { changesOf, editOf, fieldsOf } from './fields-diff.ts'
import { applyTask, useOwnTask } from './own-tasks.ts'
import { useTaskForm, type TaskText } from './task-form.ts'
import { TaskFormFields } from './TaskFormFields.tsx'

/** Other words and rules for a task of one's own. */
export const EditTaskPage = () => {
  const { id = '' } = usePathParams()
  const own = useOwnTask(id)
  const offer = useCategories()
  const failed = [own, offer].find(({ data, error }) => !data && error)
  return (
    <>
      <PageHeader
        title={t({ id: 'page.task.edit', message: 'Edit task' })}
        lead={own.data?.task.title}
        crumbs={[
          {
            key: 'own',
            link: (
              <PageLink to="/app/task/advertise/manage">
                {t({ id: 'page.task.manage', message: 'Created task' })}
              </PageLink>
            ),
          },
        ]}
      />
      {failed && <QueryError query={failed} />}
      {!failed && !(own.data && offer.data) && <Skeleton height={96} className="rounded-l" />}
      {own.data && offer.data && <Editing key={id} task={own.data.task} offer={offer.data} />}
    </>
  )
}

interface EditingProps {
  task: OwnTask
  offer: Categories
}

const Editing = ({ task, offer: { categories } }: EditingProps) => {
  const { _id: id, status } = task
  const edit = useTaskForm({ start: textOf(task), categories, isEdit: true })
  const { form } = edit
  const save = useMutation({
    mutationFn: (call: EditCall) => tasks.calls.edit(call),
    onSuccess: (answer) => {
      applyTask(answer.task)
      history.push(to('/app/task/advertise/manage'))
    },
    onError: form.refused,
  })
  if (!['pending', 'active', 'paused'].includes(status)) return <Closed />
  const names = new Map(categories.map(({ _id, name }) => [_id, name]))
  const fields = edit.read()
  const body = fields && editOf(task, fields)
  const changes = body ? changesOf({ before: fieldsOf(task), after: body, categories: names }) : []
  const submit = form.onSubmit(() => {
    if (body && changes.length > 0) save.mutate({ params: { id }, body })
  })
  return (
    <form
      id={form.id}
      noValidate
      className="grid items-start gap-4 lg:grid-cols-[minmax(0,1.35fr)_minmax(0,1fr)]"
      onSubmit={(event) => {
        edit.onTry()
        submit(event)
      }}
    >
      <Card>
        <TaskFormFields task={edit} />
      </Card>
      <div className="grid min-w-0 gap-4 lg:sticky lg:top-20">
        {status !== 'pending' && <ReviewNote task={task} names={names} />}
        <Card title={t({ id: 'task.edit.changes', message: 'Your changes' })} aria-live="polite">
          <div className="grid gap-4">
            {changes.length === 0 ? (
              <p className="text-muted">{t({ id: 'task.edit.nothing', message: 'No changes yet.' })}</p>
            ) : (
              <Changes changes={changes} />
            )}
            <Button type="submit" variant="primary" wide busy={save.isPending} disabled={changes.length === 0}>
              {status === 'pending'
                ? t({ id: 'task.edit.save', message: 'Save changes' })
                : t({ id: 'task.edit.ask', message: 'Submit for review' })}
            </Button>
          </div>
        </Card>
      </div>
    </form>
  )
}

/** What was approved stays in force until somebody has looked at the change. */
const ReviewNote = ({ task: { update }, names }: { task: OwnTask; names: ReadonlyMap<string, string> }) => (
  <>
    <Alert>
      {t({
        id: 'task.edit.review',
        message: 'A moderator reviews your changes. Until then, workers see the current version.',
      })}
    </Alert>
    {update && (
      <Card
        sunken
        title={t({ id: 'task.edit.waits', message: 'A change is already in review' })}
        note={t({ id: 'task.edit.replaces', message: 'Submitting replaces your pending change.' })}
      >
        <Changes changes={changesOf({ ...update, categories: names })} />
      </Card>
    )}
  </>
)

const Closed = () => (
  <Card>
    <EmptyState
      heading="h2"
      title={t({ id: 'task.edit.closed', message: 'This task can’t be edited anymore' })}
      actions={
        <Button as={PageLink} to="/app/task/advertise/manage">
          {t({ id: 'task.toOwn', message: 'Go to your tasks' })}
        </Button>
      }
    />
  </Card>
)

const textOf = (task: OwnTask): TaskText => {
  const { title, category, instructions, minLevel, minutesToFinish, hoursToReview, reward, places } = task
  const numbers = { minLevel, minutesToFinish, hoursToReview, reward, places }
  const texts = Object.fromEntries(Object.entries(numbers).map(([name, value]) => [name, String(value)]))
  return {
    // The names of the numbers are those of the form's other fields.
    values: { title, categoryId: category._id, instructions, ...texts } as TaskText['values'],
    proofs: task.proofs,
    countries: task.countries,
  }
}
