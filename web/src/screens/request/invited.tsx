import { useTranslation } from 'react-i18next'
import { Page } from '../../ui/page.tsx'

export function Invited() {
  const { t } = useTranslation('request')
  return <Page title={t('title')}>{null}</Page>
}
