// Pages and actions that the search offers.
import { useDirection, useMantineColorScheme } from '@mantine/core'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useNavigation } from '../../shared/navigation.ts'
import { LANGUAGES, changeLanguage, currentLanguage, type UiLanguage } from '../../../i18n/setup.ts'
import { useHasPermission } from '../../shared/current-user.ts'
import type { SearchItem } from './results.ts'

/** Actions of the app around the search. */
export type SearchActions = { signOut: () => void }

const views = ['board', 'calendar', 'timeline'] as const

export function usePageItems(actions: SearchActions): SearchItem[] {
  const { t } = useTranslation(['search', 'common'])
  const navigation = useNavigation()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const { setDirection } = useDirection()
  const mayOrder = useHasPermission('workrequest.create')
  const mayCreate = useHasPermission('asset.write')
  const go = (href: string, page: string): SearchItem => ({
    key: `go ${href}`,
    name: t('goTo', { page }),
    note: '',
    href,
  })
  const schemes = (['light', 'dark', 'auto'] as const).filter((scheme) => scheme !== colorScheme)
  const choose = async (language: UiLanguage) => {
    await changeLanguage(language, localStorage)
    setDirection(document.documentElement.dir as 'ltr' | 'rtl')
  }
  return [
    ...navigation.map(({ to, name }) => go(to, t(`common:shell.${name}`))),
    go('/projects', t('group.projects')),
    go('/downloads', t('common:shell.downloads')),
    go('/notifications', t('common:shell.notifications')),
    go('/account', t('common:shell.settings')),
    ...(mayCreate
      ? [
          { key: 'project', name: t('newProject'), note: '', href: '/projects?new=project' },
          { key: 'asset', name: t('newAsset'), note: '', href: '/assets?new=asset' },
        ]
      : []),
    ...(mayOrder ? [{ key: 'order', name: t('newOrder'), note: '', href: '/order' }] : []),
    ...views.map((as) => ({
      key: `requests ${as}`,
      name: t(`requestsAs.${as}`),
      note: '',
      href: `/workrequests?as=${as}`,
    })),
    { key: 'mine', name: t('assignedToMe'), note: '', href: '/workrequests?assignee=me' },
    { key: 'sign-out', name: t('common:shell.signOut'), note: '', run: actions.signOut },
    ...schemes.map((scheme) => ({
      key: scheme,
      name: t(`scheme.${scheme}`),
      note: '',
      run: () => setColorScheme(scheme),
    })),
    ...(Object.keys(LANGUAGES) as UiLanguage[])
      .filter((language) => language !== currentLanguage())
      .map((language) => ({
        key: language,
        name: t('language', { language: LANGUAGES[language] }),
        note: '',
        run: () => void choose(language),
      })),
  ]
}
