import { t } from '@lingui/core/macro'
import { TaskStatus } from '@runnel/contract/task-parts'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import type { SubmitEvent } from 'react'
import { taskStatusName } from '#features/task/task.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Select } from '#ui/Select.tsx'
import { TextInput } from '#ui/TextInput.tsx'
import { readTaskFilter, showTasks, taskViews } from './tasks.ts'
import type { TaskFilter, TaskView } from './tasks.ts'

/** Narrows the list; the view acts at once, words when they are sent. */
export function TaskFilterBar({ filter }: { filter: TaskFilter }) {
  const [{ search, username }, setTyped] = useTyped(filter)
  const words = { search: search.trim(), username: username.trim() }
  const isFiltered = Boolean(filter.search) || Boolean(filter.username) || filter.view !== 'pending'
  const send = (event: SubmitEvent) => {
    event.preventDefault()
    showTasks({ ...filter, ...words })
  }
  return (
    <Card className="p-4">
      <form role="search" className="grid grid-cols-2 items-end gap-3 lg:grid-cols-3" onSubmit={send}>
        <Select
          className="max-lg:col-span-2"
          label={t({ id: 'task.show', message: 'Show' })}
          filterable={false}
          value={filter.view}
          options={taskViews.map((value) => ({ value, label: viewName(value) }))}
          onChange={(view) => showTasks(readTaskFilter({ ...words, view }))}
        />
        <TextInput
          label={t({ id: 'task.search', message: 'Words of the title' })}
          type="search"
          name="search"
          maxLength={100}
          autoComplete="off"
          value={search}
          onValue={(value) => setTyped({ search: value, username })}
        />
        <TextInput
          label={t({ id: 'admin.filter.username', message: 'Username' })}
          type="search"
          name="username"
          maxLength={40}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          value={username}
          onValue={(value) => setTyped({ search, username: value })}
        />
        <div className="col-span-full flex flex-wrap gap-2">
          <Button type="submit" icon={<IconSearch aria-hidden="true" />}>
            {t({ id: 'admin.filter.go', message: 'Search' })}
          </Button>
          {isFiltered && (
            <Button variant="quiet" onClick={() => showTasks({ view: 'pending' })}>
              {t({ id: 'admin.filter.clear', message: 'Clear all' })}
            </Button>
          )}
        </div>
      </form>
    </Card>
  )
}

function viewName(view: TaskView): string {
  if (view === 'all') return t({ id: 'admin.filter.any', message: 'All' })
  if (view === 'update') return t({ id: 'admin.task.view.update', message: 'With a change that waits' })
  if (view === 'pending') return t({ id: 'admin.task.view.pending', message: 'New ones that wait' })
  return taskStatusName(TaskStatus.parse(view))
}

interface Typed {
  search: string
  username: string
}

/** The words in the fields: what was typed, until the address of the page says something else. */
function useTyped({ search = '', username = '' }: TaskFilter): [Typed, (typed: Typed) => void] {
  const [seen, setSeen] = useState({ search, username })
  const [typed, setTyped] = useState(seen)
  if (seen.search !== search || seen.username !== username) {
    setSeen({ search, username })
    setTyped({ search, username })
  }
  return [typed, setTyped]
}
