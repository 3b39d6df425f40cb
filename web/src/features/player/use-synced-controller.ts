import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react'
import type { PlayerController } from './player-controller.ts'
import { syncControllers } from './sync-players.ts'

type Options = {
  lead: PlayerController | null
  follow: PlayerController | null
  leadMedia: RefObject<HTMLVideoElement | null>
  followMedia: RefObject<HTMLVideoElement | null>
  offset: number
  rate: number
}

/** One controller for the players of two elements. */
export function useSyncedController({
  lead,
  follow,
  leadMedia,
  followMedia,
  offset,
  rate,
}: Options): PlayerController | null {
  const [controller, setController] = useState<ReturnType<typeof syncControllers> | null>(null)
  const latest = useEffectEvent(() => ({ offset, rate }))
  useEffect(() => {
    if (!lead || !follow || !leadMedia.current || !followMedia.current) return undefined
    const created = syncControllers({
      lead: { controller: lead, media: leadMedia.current },
      follow: { controller: follow, media: followMedia.current },
      offset: () => latest().offset,
      rate: () => latest().rate,
    })
    setController(created)
    return () => created.close()
  }, [lead, follow, leadMedia, followMedia])
  const isAligned = useRef(false)
  useEffect(() => {
    if (isAligned.current) controller?.align()
    isAligned.current = controller !== null
  }, [controller, offset])
  return controller
}
