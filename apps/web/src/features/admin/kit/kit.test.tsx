import { admin as contract } from '@runnel/contract/admin/admin'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import * as failures from '#api/failure.ts'
import { CallError, NoAnswerError } from '#api/send.ts'
import { fakeServer, show } from '#web/test/fake-server.tsx'
import { userEvent } from '#web/test/user.ts'
import { MomentField, NumberField, SwitchField, TextField } from './fields.tsx'
import { ResourceDialog } from './ResourceDialog.tsx'
import { useEditor, type Editor } from './use-editor.ts'
import { useResourceForm } from './use-resource-form.ts'

vi.mock('#api/failure.ts', { spy: true })

const fresh = {
  name: '',
  reward: 500,
  usesMax: 100,
  from: null as string | null,
  until: null,
  minLevel: 1,
  verifiedOnly: false,
  enabled: true,
}
type Gift = typeof fresh & { _id: string }
const known: Gift = { ...fresh, _id: 'g1', name: 'Spring', reward: 1_500, from: '2026-05-01T10:00:30.500Z' }

const add = vi.fn<(call: object) => Promise<string>>()
const edit = vi.fn<(call: object) => Promise<object>>()
const saved = vi.fn()

const GiftDialog = ({ editor }: { editor: Editor<Gift> }) => {
  const form = useResourceForm({
    existing: editor.existing,
    fresh,
    moments: ['from'],
    body: contract.addCoupons.body,
    isKeyed: true,
    schemaOf: () => contract.editCoupon.body,
    rule: ({ reward, minLevel }) => (reward < minLevel ? { reward: 'Too little.' } : {}),
    sentences: () => ({ minLevel: 'Which level?' }),
    add,
    edit,
    onSaved: (added) => {
      saved(added)
      editor.close()
    },
  })
  return (
    <ResourceDialog {...{ editor, form }} title="Gift">
      {/* Not in the order of the contract, which has the name first. */}
      <NumberField form={form} name="minLevel" label="Level" />
      <NumberField form={form} name="reward" label="Reward" />
      <TextField form={form} name="name" label="Name" />
      <MomentField form={form} name="from" label="From" />
      <SwitchField form={form} name="enabled" label="Enabled" />
    </ResourceDialog>
  )
}

const Page = () => {
  const editor = useEditor<Gift>()
  return (
    <>
      <button onClick={editor.add}>Add</button>
      <button onClick={() => editor.edit(known)}>Edit</button>
      <GiftDialog key={editor.formKey} editor={editor} />
    </>
  )
}

const open = async (button: 'Add' | 'Edit') => {
  const user = userEvent.setup()
  show(<Page />)
  await user.click(screen.getByRole('button', { name: button }))
  const dialog = within(screen.getByRole('dialog', { name: 'Gift' }))
  const write = async (label: string, text: string) => {
    const field = dialog.getByRole('textbox', { name: label })
    await user.clear(field)
    if (text !== '') await user.type(field, text)
  }
  return { user, dialog, write, save: () => user.click(dialog.getByRole('button', { name: 'Save' })) }
}

beforeEach(() => {
  fakeServer({})
  add.mockReset().mockResolvedValue('added')
  edit.mockReset().mockResolvedValue({})
  saved.mockReset()
})

test('a new one is sent as the contract has it, and its dialog closes', async () => {
  const { write, save } = await open('Add')
  await write('Name', ' Autumn ')
  await write('Reward', '1,200')
  await save()
  await waitFor(() => expect(saved).toHaveBeenCalledWith('added'))
  const [call] = add.mock.calls[0]!
  const idempotencyKey: unknown = expect.stringMatching(/^[0-9a-f]{32}$/)
  expect(call).toEqual({ body: { ...fresh, name: 'Autumn', reward: 1_200 }, idempotencyKey })
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('an edit sends what differs, and nothing when nothing does', async () => {
  const { user, write, save } = await open('Edit')
  await write('Reward', '1.500')
  await save()
  await waitFor(() => expect(saved).toHaveBeenCalledWith(undefined))
  expect(edit).not.toHaveBeenCalled()
  await user.click(screen.getByRole('button', { name: 'Edit' }))
  await user.click(screen.getByRole('switch', { name: 'Enabled' }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(edit).toHaveBeenCalledWith({ params: { id: 'g1' }, body: { enabled: false } }))
})

test('each opening begins with a form of its own', async () => {
  const { user, write } = await open('Edit')
  await write('Name', 'Thrown away')
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await user.click(screen.getByRole('button', { name: 'Edit' }))
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveProperty('value', 'Spring')
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await user.click(screen.getByRole('button', { name: 'Add' }))
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveProperty('value', '')
})

test('what is wrong is said at its field, and the first on the page has the focus', async () => {
  const { dialog, write, save } = await open('Add')
  await write('Level', 'x')
  await save()
  await dialog.findByText('Which level?')
  await dialog.findByText('This is required.')
  await waitFor(() => expect(document.activeElement).toBe(dialog.getByRole('textbox', { name: 'Level' })))
  await write('Level', '700')
  await write('Name', 'Autumn')
  await save()
  await dialog.findByText('Too little.')
  expect(add).not.toHaveBeenCalled()
})

test('what the server refuses stands at its field', async () => {
  edit.mockRejectedValue(new CallError(422, { code: 'NAME', msg: 'No.', errors: { name: 'Is in use.' } }))
  const { dialog, write, save } = await open('Edit')
  await write('Name', 'Autumn')
  await save()
  await dialog.findByText('Is in use.')
  expect(saved).not.toHaveBeenCalled()
  expect(dialog.queryByText('No response from the server')).toBeNull()
})

test('without an answer the same is sent again under the same key', async () => {
  add.mockRejectedValueOnce(new NoAnswerError('network', 'Failed'))
  const { user, dialog, write, save } = await open('Add')
  await write('Name', 'Autumn')
  await save()
  await dialog.findByText('No response from the server')
  await user.click(dialog.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(saved).toHaveBeenCalledWith('added'))
  expect(add.mock.calls[1]).toEqual(add.mock.calls[0])
})

test('an edit without an answer is left to the toast, for nothing in the dialog tells it', async () => {
  const problem = new NoAnswerError('timeout', 'No answer.')
  edit.mockRejectedValueOnce(problem)
  const { write, save } = await open('Edit')
  await write('Name', 'Autumn')
  await save()
  await waitFor(() => expect(edit).toHaveBeenCalledOnce())
  await waitFor(() => expect(screen.getByRole('button', { name: 'Save' }).ariaBusy).not.toBe('true'))
  expect(failures.markShown).not.toHaveBeenCalledWith(problem)
})
