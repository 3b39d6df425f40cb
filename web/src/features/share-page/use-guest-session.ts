import { useEffect, useState } from 'react'
import { connectGuest, type GuestSessionState } from './guest-session.ts'

type Connection = ReturnType<typeof connectGuest>
export type GuestConnection = GuestSessionState & Pick<Connection, 'follow' | 'leave' | 'unmute'>

/** Undefined while no session shows what is shared. */
export function useGuestSession(token: string, isEnabled: boolean): GuestConnection | undefined {
  const [current, setCurrent] = useState<GuestConnection>()
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
