import { t } from '@lingui/core/macro'
import { DESCRIPTION_MAX, TITLE_MAX } from '@runnel/contract/advertise'
import { TextArea, type TextAreaProps } from '#ui/form/TextArea.tsx'
import { TextInput, type TextInputProps } from '#ui/form/TextInput.tsx'
import { formatNumber } from '#ui/format.ts'

interface TitleFieldsProps {
  /** What the form gives to each field. */
  title: Omit<TextInputProps, 'label'>
  description: Omit<TextAreaProps, 'label'>
  written: { title: string; description: string }
}

/** Title and description with the characters that are left. */
export const TitleFields = ({ title, description, written }: TitleFieldsProps) => (
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

const remainingText = (used: number, most: number): string => {
  const [shown, room] = [formatNumber(used), formatNumber(most)]
  return t({ id: 'campaign.room', message: `${shown}/${room} characters` })
}
