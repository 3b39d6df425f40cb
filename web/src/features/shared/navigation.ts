// The items of the main navigation. Each person sees those their permissions allow.
import type { access } from '@reelay/api/contract'
import { usePermissions } from './current-user.ts'

type NavigationItem = {
  to: '/' | '/assets' | '/workrequests' | '/order' | '/reports' | '/administration'
  name: 'today' | 'library' | 'requests' | 'order' | 'reports' | 'administration'
  anyOfPermissions?: access.AnyPermission[]
  /** Another path at which the item is active. */
  alsoActiveAt?: string
}

const NAVIGATION: NavigationItem[] = [
  { to: '/', name: 'today' },
  { to: '/assets', name: 'library', alsoActiveAt: '/projects' },
  { to: '/workrequests', name: 'requests', alsoActiveAt: '/offlines' },
  { to: '/order', name: 'order', anyOfPermissions: ['workrequest.create'] },
  { to: '/reports', name: 'reports' },
  {
    to: '/administration',
    name: 'administration',
    anyOfPermissions: ['user.manage', 'studio.manage', 'installation.manage'],
  },
]

export function useNavigation(): NavigationItem[] {
  const permissions = usePermissions()
  return NAVIGATION.filter(
    ({ anyOfPermissions }) => anyOfPermissions?.some((one) => permissions.has(one)) ?? true,
  )
}
