import { t } from '@lingui/core/macro'
import { IconPlus } from '@tabler/icons-react'
import { admin } from '#features/admin/admin.ts'
import { ResourceTable } from '#features/admin/kit/ResourceTable.tsx'
import { useEditor } from '#features/admin/kit/use-editor.ts'
import { useRemoval } from '#features/admin/kit/use-removal.ts'
import { Button } from '#ui/Button.tsx'
import { linkColumns } from './link-columns.tsx'
import { LinkDialog } from './LinkDialog.tsx'
import { linksChanged, useLinkCalls, useProviders, type AdminLink } from './links.ts'
import { useLinkTests } from './use-link-tests.ts'

/** The providers in the owner's order, each with how it does. */
export const LinkProviders = () => {
  const answer = useProviders()
  const editor = useEditor<AdminLink>()
  const { order, test } = useLinkCalls()
  const tests = useLinkTests(test)
  const removal = useRemoval({ remove: admin.calls.removeLink, question, onSettled: linksChanged })
  const links = answer.data?.links ?? []
  return (
    <>
      <ResourceTable
        title={t({ id: 'admin.link.providers', message: 'Providers' })}
        note={t({
          id: 'admin.link.providers.note',
          message: 'Shortlinks with the same priority and reward per minute are listed in this order.',
        })}
        answer={answer}
        rows={links}
        columns={linkColumns({ links, tests, order, onEdit: editor.edit, onRemove: (row) => void removal.ask(row) })}
        loadingRows={3}
        add={
          <Button variant="soft" icon={<IconPlus aria-hidden="true" />} onClick={editor.add}>
            {t({ id: 'admin.link.add', message: 'Add provider' })}
          </Button>
        }
        empty={{
          title: t({ id: 'admin.link.none', message: 'No providers yet' }),
          text: t({
            id: 'admin.link.noneText',
            message: 'Add a shortlink service. It pays you for visits, and you share the revenue with your users.',
          }),
        }}
      />
      <LinkDialog key={editor.formKey} editor={editor} />
    </>
  )
}

const question = ({ name }: AdminLink) => ({
  title: t({ id: 'admin.link.remove.title', message: `Delete ${name}?` }),
  text: t({
    id: 'admin.link.remove.text',
    message: 'Open visits end unpaid. The API key is deleted; statistics are kept.',
  }),
  confirmLabel: t({ id: 'admin.link.remove.yes', message: 'Delete provider' }),
})
