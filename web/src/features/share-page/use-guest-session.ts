import { useEffect, useState } from 'react'
import { connectGuest, type GuestSessionState } from './guest-session.ts'

type Connection = ReturnType<typeof connectGuest>
export type GuestSession = GuestSessionState & Pick<Connection, 'follow' | 'leave' | 'unmute'>

/** Undefined while no session shows what is shared. */
export function useGuestSession(token: string, isEnabled: boolean): GuestSession | undefined {
  const [current, setCurrent] = useState<GuestSession>()
  useEffect(() => {
    if (!isEnabled) return
    const connection = connectGuest(token, (state) => setCurrent({ ...state, ...connection }))
    return () => {
      setCurrent(undefined)
      connection.close()
    }
  }, [token, isEnabled])
  return current?.session ? current : undefined
}
