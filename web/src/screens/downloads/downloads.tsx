import { useTranslation } from 'react-i18next'
import { Page } from '../../ui/page.tsx'

export function Downloads() {
  const { t } = useTranslation('downloads')
  return <Page title={t('title')}>{null}</Page>
}
