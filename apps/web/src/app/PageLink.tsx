import { Link, useRouter } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import type { PagePath } from './pages.ts'
import { routerPath } from './paths.ts'
import type { PathOptions } from './paths.ts'

type PageLinkProps<Path extends PagePath> = { to: Path } & PathOptions<Path> & Omit<ComponentProps<'a'>, 'href'>

/** A link to one of our pages; one that the server sends as a finished document is an ordinary link. */
export function PageLink<Path extends PagePath>({ to, params, query, hash, ...rest }: PageLinkProps<Path>) {
  const { routesByPath } = useRouter()
  const path = routerPath(to)
  if (!(path in routesByPath)) return <a {...rest} href={path} />
  return <Link {...rest} to={path} params={params ?? {}} search={{ ...query }} {...(hash !== undefined && { hash })} />
}
