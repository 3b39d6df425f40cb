import { useTranslation } from 'react-i18next'
import { Page } from '../../ui/page.tsx'

export function Register() {
  const { t } = useTranslation('door')
  return <Page title={t('title')}>{null}</Page>
}
