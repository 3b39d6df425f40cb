import { useTranslation } from 'react-i18next'
import { Page } from '../../ui/page.tsx'

export function Translate() {
  const { t } = useTranslation('translate')
  return <Page title={t('title')}>{null}</Page>
}
