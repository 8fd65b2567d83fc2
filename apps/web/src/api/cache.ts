import { notifyManager, onlineManager, QueryClient } from '@tanstack/react-query'

/** All data of the server. A call repeats itself where that helps (send.ts), so a query never does. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: false, staleTime: 10_000, gcTime: 600_000, refetchOnWindowFocus: false },
    // One that waited for the network by itself would be sent when nobody thinks of it any more.
    mutations: { retry: false, networkMode: 'always' },
  },
})

// By a timer, as it is by default, a button is told that it is busy only after the second press of a double tap.
notifyManager.setScheduler(queueMicrotask)

// It believes in a network until it hears otherwise, and a page that is opened without one hears nothing.
// The server draws pages with this too, and knows no such state.
if (navigator.onLine === false) onlineManager.setOnline(false)
