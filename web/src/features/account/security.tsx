import type { users } from '@reelay/api/contract'
import { TwoFactor } from './two-factor.tsx'
import { Devices } from './devices.tsx'
import { Identities } from './identities.tsx'
import { Passkeys } from './passkeys.tsx'
import { Sessions } from './sessions.tsx'

export function Security({ me }: { me: users.User }) {
  return (
    <>
      <TwoFactor me={me} />
      <Passkeys />
      <Identities me={me} />
      <Devices />
      <Sessions />
    </>
  )
}
