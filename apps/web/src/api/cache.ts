import { QueryClient } from '@tanstack/react-query'

/** All data of the server. A call repeats itself where that helps (send.ts), so a query never does. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: false, staleTime: 10_000, gcTime: 600_000, refetchOnWindowFocus: false },
    mutations: { retry: false },
  },
})
