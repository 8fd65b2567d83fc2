import { createBrowserHistory } from '@tanstack/react-router'

/** The address bar. It stands apart from the router so that a failed call can send the visitor elsewhere. */
export const history = createBrowserHistory()
