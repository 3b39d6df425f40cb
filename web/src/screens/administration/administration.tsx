import { useTranslation } from 'react-i18next'
import { Page } from '../../ui/page.tsx'

export function Administration() {
  const { t } = useTranslation('administration')
  return <Page title={t('title')}>{null}</Page>
}
