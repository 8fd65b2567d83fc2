import { useEffect } from 'react'

interface TitleLead {
  /** The address of the page. */
  path: string
  /** The page's own title, the site's name included. */
  title: string
  /** Empty for none. */
  lead: string
}

/** Puts a word before the title of a page while it is shown, such as a clock: for those who look at another tab. */
export const useTitleLead = ({ path, title, lead }: TitleLead): void => {
  useEffect(() => {
    // The next page has its own title by the time this one is taken down.
    const show = (text: string) => {
      if (window.location.pathname === path) document.title = text
    }
    show(lead === '' ? title : `${lead} · ${title}`)
    return () => show(title)
  }, [path, title, lead])
}
