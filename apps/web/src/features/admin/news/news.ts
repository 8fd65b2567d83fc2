import { plural, t } from '@lingui/core/macro'
import { useForm } from '@mantine/form'
import { admin as contract } from '@runnel/contract/admin/admin'
import { NewsAuthor, NewsState, type AdminNews } from '@runnel/contract/news'
import type { Call } from '@runnel/contract/route'
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { newIdempotencyKey } from '#api/attempt.ts'
import { queryClient } from '#api/cache.ts'
import { fieldErrors } from '#api/failure.ts'
import { silence } from '#api/silent.ts'
import { useAttempt } from '#api/use-attempt.ts'
import { to } from '#base/paths.ts'
import { admin, invalidateAdmin } from '#features/admin/admin.ts'
import { listAt, listQuery, oneOf, onPage, words, type ListState } from '#features/admin/list/url-state.ts'
import { issueText } from '#features/admin/shared/issue-messages.ts'
import { localText, momentOf } from '#features/admin/shared/local-time.ts'
import { confirm } from '#ui/overlay/confirm.ts'

export type { AdminNews }

const readers = { search: words(100), state: oneOf(NewsState.options), by: oneOf(NewsAuthor.options) }

export const newsList = listAt((query) => to('/app/admin/news', { query }), readers)

export const useAllNews = ({ filter, page }: ListState<typeof readers>) =>
  useQuery({ ...admin.query('news', { query: { ...filter, ...onPage(page) } }), ...listQuery })

export const newsChanged = (): void => {
  void invalidateAdmin('news', 'settingAudit')
  for (const area of ['news', 'dashboard']) void queryClient.invalidateQueries({ queryKey: [area] })
}

export interface NewsDraft {
  title: string
  markdown: string
  pinned: boolean
  /** By the owner's clock; empty: at once. */
  publishedAt: string
}

const fieldsOf = ({ title, markdown, pinned, publishedAt }: NewsDraft) => {
  const moment = momentOf(publishedAt) ?? new Date().toISOString()
  return { title: title.trim(), markdown: markdown.trim(), pinned, publishedAt: moment }
}

type AddCall = Call<typeof contract.addNews>

interface NewsFormOptions {
  /** What is edited; something new without. */
  existing: AdminNews | undefined
  onDone: () => void
}

export const useNewsForm = ({ existing, onDone }: NewsFormOptions) => {
  const form = useForm<NewsDraft>({
    initialValues: existing
      ? { ...existing, publishedAt: localText(existing.publishedAt) }
      : { title: '', markdown: '', pinned: false, publishedAt: '' },
    validate: (draft) => {
      const parsed = z.safeParse(contract.addNews.body, fieldsOf(draft))
      if (parsed.success) return {}
      return Object.fromEntries(parsed.error.issues.map((issue) => [String(issue.path[0]), issueText(issue)]))
    },
  })
  const done = () => {
    newsChanged()
    onDone()
  }
  const refused = (error: unknown) => form.setErrors(fieldErrors(error))
  const add = useAttempt({ send: (call: AddCall) => admin.calls.addNews(call), onDone: done, onRefused: refused })
  const edit = useMutation({
    mutationFn: ({ before, draft }: { before: AdminNews; draft: NewsDraft }) =>
      admin.calls.editNews({ params: { id: before._id }, body: changesOf(before, draft) }),
    onSuccess: done,
    onError: refused,
  })
  const save = (draft: NewsDraft) =>
    existing
      ? edit.mutate({ before: existing, draft })
      : add.send({ body: fieldsOf(draft), idempotencyKey: newIdempotencyKey() })
  return { form, add, isBusy: add.isSending || edit.isPending, submit: form.onSubmit(save) }
}

export type NewsForm = ReturnType<typeof useNewsForm>['form']

/** The field knows no seconds: a moment that nobody touched stays what it was. */
const changesOf = (before: AdminNews, draft: NewsDraft) => {
  const { publishedAt, ...rest } = fieldsOf(draft)
  return draft.publishedAt === localText(before.publishedAt) ? rest : { ...rest, publishedAt }
}

/** Takes news away once that was confirmed. */
export const useNewsRemoval = ({ onDone }: { onDone: () => void }) => {
  const remove = useMutation({
    mutationFn: (id: string) => admin.calls.removeNews({ params: { id } }),
    onSettled: newsChanged,
  })
  const removeMany = useMutation({
    mutationFn: (ids: string[]) => admin.calls.removeManyNews({ body: { ids } }),
    onSuccess: onDone,
    onSettled: newsChanged,
  })
  const ask = async ({ _id, title }: AdminNews) => {
    if (await confirmDeleteNews(t({ id: 'admin.news.remove.ask', message: `Delete “${title}”?` }), null))
      remove.mutate(_id)
  }
  const askMany = async (chosen: readonly AdminNews[]) => {
    const [first] = chosen
    if (!first || chosen.length === 1) return first && ask(first)
    const title = t({
      id: 'admin.news.removeMany',
      message: plural(chosen.length, { one: 'Delete # post?', other: 'Delete # posts?' }),
    })
    const titles = chosen.map((news) => news.title).join(', ')
    if (await confirmDeleteNews(title, titles)) removeMany.mutate(chosen.map(({ _id }) => _id))
    return undefined
  }
  return { ask, askMany, isBusy: removeMany.isPending, busyId: remove.isPending ? remove.variables : undefined }
}

const confirmDeleteNews = (title: string, titles: string | null): Promise<boolean> => {
  const text = t({ id: 'admin.news.remove.text', message: 'This can’t be undone.' })
  return confirm({
    title,
    text: titles === null ? text : `${titles}. ${text}`,
    confirmLabel: t({ id: 'admin.news.remove', message: 'Delete' }),
    danger: true,
  })
}

/** As people will see it; the server takes a first heading for the title, which news has in a field of its own. */
export const previewOf = (markdown: string) => {
  const body = { name: 'faq' as const, markdown: `# News\n\n${markdown}` }
  return queryOptions({
    queryKey: admin.keyOf('previewContent', { body }),
    queryFn: ({ signal }) => admin.calls.previewContent({ body, signal: silence(signal) }),
    staleTime: 60_000,
    gcTime: 60_000,
  })
}
