import { lazy, Suspense, useEffect, useState } from 'react'
import { loadNamespaces } from '../../i18n/i18n.ts'
import { useService } from '../../api/service-context.ts'

const VerificationDialog = lazy(async () => {
  const [{ VerificationDialog: loaded }] = await Promise.all([
    import('./verification-dialog.tsx'),
    loadNamespaces('credentials'),
  ])
  return { default: loaded }
})

/** Opens the dialog while a call waits for the person to prove who they are. */
export function VerificationPrompt() {
  const service = useService()
  const [finish, setFinish] = useState<(isVerified: boolean) => void>()
  useEffect(
    () => service.onVerificationRequired(() => new Promise((resolve) => setFinish(() => resolve))),
    [service],
  )
  if (!finish) return null
  return (
    <Suspense>
      <VerificationDialog
        onDone={(isVerified) => {
          setFinish(undefined)
          finish(isVerified)
        }}
      />
    </Suspense>
  )
}
