import { Button } from '@mantine/core'
import { useTranslation } from '../../i18n/i18n.ts'
import { supportsPasskeys } from '../credentials/passkey.ts'

/** Nothing where the browser cannot use passkeys. */
export function PasskeyButton({ isPending, onUse }: { isPending: boolean; onUse: () => void }) {
  const { t } = useTranslation('sign-in')
  if (!supportsPasskeys()) return null
  return (
    <Button variant="default" size="md" fullWidth loading={isPending} onClick={onUse}>
      {t('passkey.use')}
    </Button>
  )
}
