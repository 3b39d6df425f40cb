import { Button, useMantineColorScheme, type MantineColorScheme } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useService } from '../answers.ts'
import { useMe } from '../records/me.ts'
import { useQueue } from '../uploads/context.ts'
import styles from './account.module.css'

const SCHEMES: [MantineColorScheme, string][] = [['auto', 'As the system'], ['light', 'Light'], ['dark', 'Dark']]

/** Who is signed in, light or dark, and the way out. The browser's own popover: it knows Escape and a press outside, and costs nothing (Mantine's Menu 22 kB gzip). */
export function Account() {
  const me = useMe()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const signOut = useSignOut()
  return (
    <>
      <button type="button" className={styles.opener} popoverTarget="account">{me && initials(me.name)}<span className="unseen">{me ? `, account of ${me.name}` : 'Account'}</span></button>
      <div id="account" popover="auto" className={styles.account} role="dialog" aria-label="Account">
        {me && <div className={styles.person}><p>{me.name}</p><p>{me.emailNormal}</p></div>}
        <fieldset className={styles.schemes}>
          <legend>Appearance</legend>
          {SCHEMES.map(([value, name]) => (
            <label key={value}><input type="radio" name="scheme" checked={colorScheme === value} onChange={() => setColorScheme(value)} />{name}</label>
          ))}
        </fieldset>
        <Button variant="default" fullWidth onClick={() => signOut.mutate()} loading={signOut.isPending}>Sign out</Button>
      </div>
    </>
  )
}

function useSignOut() {
  const service = useService()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const queue = useQueue()
  return useMutation({
    mutationFn: () => service.signOut(),
    onSuccess: async ({ revoked }) => {
      await navigate({ to: '/sign-in', search: { because: revoked ? 'signed-out' : 'not-revoked' } })
      queryClient.clear()
      queue.leave()
    },
  })
}

function initials(name: string): string {
  const parts = name.trim().split(/\s+/)
  return [parts[0], parts.length > 1 ? parts.at(-1) : undefined].map((part) => [...(part ?? '')][0]?.toLocaleUpperCase() ?? '').join('')
}
