import { JSON_FLAG, signedIn, type Declared } from '../definition.ts'

export const sessionCommands: Declared[] = [
  {
    name: 'login',
    about: 'Sign in to a service and keep the token',
    flags: [
      ['--address <address>', 'where the service is'],
      ['--email <email>', 'who you are; the password is asked for, never given here'],
      ['--with-token', 'asks for a token instead of a password, or reads it from a pipe'],
      JSON_FLAG,
    ],
    examples: [
      'login',
      'login --address https://reelay.example --email you@studio.example',
      'login --address https://reelay.example --email you@studio.example --with-token < token.txt',
    ],
    more: 'No secret is taken as an argument: arguments stand in the history of the shell, and everybody on the machine can read them.\nA machine sets REELAY_ADDRESS, REELAY_EMAIL and REELAY_TOKEN instead of signing in, or REELAY_CREDENTIALS to the path of a file that login wrote.',
    async run(given) {
      const [{ login }, { openAsk }, { connect }] = await Promise.all([
        import('../login.ts'),
        import('../../output/prompt.ts'),
        import('../../client.ts'),
      ])
      const ask = openAsk()
      await login(connect, { ...given, ask }).finally(ask.close)
    },
  },
  {
    name: 'logout',
    about: 'Revoke the token and forget it',
    flags: [JSON_FLAG],
    examples: ['logout'],
    run: signedIn(async () => (await import('../logout.ts')).logout),
  },
  {
    name: 'whoami',
    about: 'Show who you are signed in as',
    flags: [JSON_FLAG],
    examples: ['whoami', 'whoami --json'],
    run: signedIn(async () => (await import('../whoami.ts')).whoami),
  },
]
