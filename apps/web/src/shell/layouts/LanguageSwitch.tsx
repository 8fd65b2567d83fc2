import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { LOCALES } from '@runnel/contract/locale'
import { IconLanguage } from '@tabler/icons-react'
import { useId } from 'react'
import { setLocale } from '#features/user/user.ts'
import { IconButton } from '#ui/IconButton.tsx'

/** All languages by their own names. */
export const LanguageSwitch = ({ className }: { className?: string }) => {
  const menuId = useId()
  return (
    <>
      <IconButton
        className={className}
        label={languageLabel()}
        icon={<IconLanguage aria-hidden="true" />}
        popoverTarget={menuId}
      />
      <div id={menuId} popover="auto" className="menu top-menu">
        <Languages />
      </div>
    </>
  )
}

export const Languages = () =>
  LOCALES.map(({ tag, name, dir }) => (
    <button
      key={tag}
      type="button"
      className="menu-item"
      lang={tag}
      dir={dir}
      aria-pressed={tag === i18n.locale}
      onClick={() => void setLocale(tag)}
    >
      {name}
    </button>
  ))

export const languageLabel = (): string => t({ id: 'app.language', message: 'Language' })
