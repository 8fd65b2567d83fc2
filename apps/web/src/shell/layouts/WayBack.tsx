import { i18n } from '@lingui/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { PageLink } from '#base/PageLink.tsx'
import { useRoute } from '#base/route.ts'
import { pageAbove } from '#shell/page-above.ts'
import { pages } from '#shell/pages.ts'
import { buttonClass } from '#ui/button-class.ts'

/** To the page that the current one is reached from, for where something is missing. */
export const WayBack = () => {
  const here = useRoute(({ shown }) => shown?.path)
  const above = here && pageAbove(here)
  if (!above) return null
  return (
    <PageLink to={above} className={buttonClass({ size: 'small' })}>
      <IconArrowLeft aria-hidden="true" />
      {i18n._(pages[above].title)}
    </PageLink>
  )
}
