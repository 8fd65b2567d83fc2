import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { newIdempotencyKey } from '#api/attempt.ts'
import { silence } from '#api/silent.ts'
import { history } from '#base/history.ts'
import { usePathParams, useQueryText } from '#base/route.ts'
import { ptc } from './ptc.ts'
import { ViewEnded } from './ViewEnded.tsx'
import { ViewFrame } from './ViewFrame.tsx'
import { Viewing } from './Viewing.tsx'

/** One ad over the whole window, from its ticket to its reward. */
export const ViewPage = () => {
  const path = usePathParams()
  const query = useQueryText()
  const adId = path['ad_id'] ?? query['id'] ?? ''
  const [attempt, setAttempt] = useState(0)
  // Without an ad there is nothing to view: the list is where one is chosen.
  useEffect(() => {
    if (adId === '') history.replace('/app/ptc')
  }, [adId])
  if (adId === '') return null
  return <Opening key={`${adId} ${attempt}`} adId={adId} onAgain={() => setAttempt(attempt + 1)} />
}

const Opening = ({ adId, onAgain }: { adId: string; onAgain: () => void }) => {
  const { data, error } = useOpen(adId)
  if (data) return <Viewing opened={data} onAgain={onAgain} />
  return <ViewFrame ad={null}>{error && <ViewEnded adId={adId} error={error} onAgain={onAgain} />}</ViewFrame>
}

/** A ticket is good for one view: it is asked for once and kept no longer than the page. */
const useOpen = (adId: string) => {
  const [visit] = useState(newIdempotencyKey)
  return useQuery({
    queryKey: [...ptc.keyOf('open'), visit],
    queryFn: ({ signal }) => ptc.calls.open({ params: { id: adId }, signal: silence(signal) }),
    staleTime: Infinity,
    gcTime: 0,
    refetchOnReconnect: false,
  })
}
