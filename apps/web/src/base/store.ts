import type { AntibotAnswer } from '@runnel/contract/check/captcha'
import type { Role } from '@runnel/contract/values'
import { create } from 'zustand'

export type UIMode = 'light' | 'dark'

/** What the guards know of the signed-in user before the server has answered. */
export interface StoredUser {
  id: string
  username: string
  role: Role
}

/** What is only the client's; everything else lives in the query cache. */
interface ClientState {
  UIMode: UIMode
  openMenu: string[]
  antibot: Partial<AntibotAnswer>
  adblock: boolean
  startClick: number
  finishClick: number
  loading: boolean
  token: string | null
  user: StoredUser | null
}

const storedUser = (): StoredUser | null => {
  try {
    const value: unknown = JSON.parse(read('user') ?? 'null')
    return isStoredUser(value) ? value : null
  } catch {
    return null
  }
}

const isStoredUser = (value: unknown): value is StoredUser =>
  typeof value === 'object' && value !== null && 'id' in value && 'username' in value && 'role' in value

/** A browser may refuse storage altogether; the visit then simply forgets. */
const read = (key: string): string | null => {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

export const useStore = create<ClientState>(() => ({
  UIMode: read('UIMode') === 'dark' ? 'dark' : 'light',
  openMenu: [],
  antibot: {},
  adblock: false,
  startClick: 0,
  finishClick: 0,
  loading: true,
  token: read('token'),
  user: storedUser(),
}))

export const setMode = (mode: UIMode): void => {
  write('UIMode', mode)
  document.documentElement.dataset['mode'] = mode
  useStore.setState({ UIMode: mode })
}

export const storeToken = (token: string): void => {
  write('token', token)
  useStore.setState({ token })
}

export const storeUser = (user: StoredUser): void => {
  write('user', JSON.stringify(user))
  useStore.setState({ user })
}

/** Forgets who is signed in; true when somebody was. */
export const clearSession = (): boolean => {
  const { token } = useStore.getState()
  write('token', null)
  write('user', null)
  useStore.setState({ token: null, user: null, antibot: {}, startClick: 0, finishClick: 0 })
  return token !== null
}

export const addMenu = (id: string): void => {
  useStore.setState(({ openMenu }) => ({ openMenu: [...openMenu.filter((other) => other !== id), id] }))
}

export const removeMenu = (id: string): void => {
  useStore.setState(({ openMenu }) => ({ openMenu: openMenu.filter((other) => other !== id) }))
}

/** Opens the group that the current page belongs to and closes all others. */
export const openOnlyMenu = (id: string | null): void => {
  useStore.setState({ openMenu: id === null ? [] : [id] })
}

export const setLoading = (loading: boolean): void => {
  useStore.setState({ loading })
}

export const setAntibot = (antibot: Partial<AntibotAnswer>): void => {
  useStore.setState({ antibot })
}

export const setAdblock = (adblock: boolean): void => {
  useStore.setState({ adblock })
}

export const setClicks = (clicks: { startClick: number; finishClick: number }): void => {
  useStore.setState(clicks)
}

/** Signing in or out, or changing the mode, in one tab does so in all. */
export const followOtherTabs = (onSession: () => void): (() => void) => {
  const follow = ({ key, newValue }: StorageEvent) => {
    if (key === 'UIMode') setMode(newValue === 'dark' ? 'dark' : 'light')
    if (key !== 'token' || newValue === useStore.getState().token) return
    useStore.setState({ token: newValue, user: newValue === null ? null : storedUser() })
    onSession()
  }
  window.addEventListener('storage', follow)
  // The mode may have been changed there since the document set it.
  document.documentElement.dataset['mode'] = useStore.getState().UIMode
  return () => window.removeEventListener('storage', follow)
}

const write = (key: string, value: string | null): void => {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    // What cannot be kept lasts as long as the page.
  }
}
