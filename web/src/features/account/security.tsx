import type { users } from '@reelay/api/contract'
import { SecondFactor } from './second-factor.tsx'
import { Sessions } from './sessions.tsx'

export function Security({ me }: { me: users.User }) {
  return (
    <>
      <SecondFactor me={me} />
      <Sessions />
    </>
  )
}
