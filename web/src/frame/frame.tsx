import { Link, Outlet } from '@tanstack/react-router'
import { Wordmark } from '../ui/marks.tsx'
import { Account } from './account.tsx'
import styles from './frame.module.css'

/** The rooms of the house, in the order of the day. */
const ROOMS = [
  { to: '/workrequests', name: 'Requests' },
  { to: '/assets', name: 'Assets' },
] as const

export function Frame() {
  return (
    <div className={styles.frame}>
      <a className={styles.skip} href="#main">Skip to the content</a>
      <header className={styles.bar}>
        <div className={styles.inner}>
          <Link to="/workrequests" className={styles.home} aria-label="Reelay, start page"><Wordmark compact /></Link>
          <nav className={styles.rooms} aria-label="Rooms">
            {ROOMS.map(({ to, name }) => <Link key={to} to={to} className={styles.room} preload="render" activeOptions={{ includeSearch: false }}>{name}</Link>)}
          </nav>
          <Account />
        </div>
      </header>
      <main id="main" tabIndex={-1} className={styles.main}>
        <Outlet />
      </main>
    </div>
  )
}
