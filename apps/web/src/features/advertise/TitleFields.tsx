import { t } from '@lingui/core/macro'
import { DESCRIPTION_MAX, TITLE_MAX } from '@runnel/contract/advertise'
import { formatNumber } from '#ui/format.ts'
import { TextArea } from '#ui/TextArea.tsx'
import type { TextAreaProps } from '#ui/TextArea.tsx'
import { TextInput } from '#ui/TextInput.tsx'
import type { TextInputProps } from '#ui/TextInput.tsx'

interface TitleFieldsProps {
  /** What the form gives to each field. */
  title: Omit<TextInputProps, 'label'>
  description: Omit<TextAreaProps, 'label'>
  written: { title: string; description: string }
}

/** Title and description with the characters that are left. */
export function TitleFields({ title, description, written }: TitleFieldsProps) {
  return (
    <>
      <TextInput
        label={t({ id: 'campaign.title', message: 'Title' })}
        hint={remainingText(written.title.length, TITLE_MAX)}
        maxLength={TITLE_MAX}
        autoComplete="off"
        {...title}
      />
      <TextArea
        label={t({ id: 'campaign.description', message: 'Description' })}
        optional
        hint={remainingText(written.description.length, DESCRIPTION_MAX)}
        maxLength={DESCRIPTION_MAX}
        {...description}
      />
    </>
  )
}

function remainingText(used: number, most: number): string {
  const [shown, room] = [formatNumber(used), formatNumber(most)]
  return t({ id: 'campaign.room', message: `${shown}/${room} characters` })
}
