import { useTranslation } from 'react-i18next'
import { Page } from '../../ui/page.tsx'

export function Notifications() {
  const { t } = useTranslation('notifications')
  return <Page title={t('title')}>{null}</Page>
}
