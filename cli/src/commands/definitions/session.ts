import { JSON_FLAG, withClient, type CommandDefinition } from '../definition.ts'

export const sessionCommands: CommandDefinition[] = [
  {
    name: 'login',
    description: 'Sign in to a service and store the token',
    flags: [
      ['--address <address>', 'address of the service'],
      ['--email <email>', 'your email; the password is prompted for'],
      ['--with-token', 'prompt for a token instead of a password, or read it from stdin'],
      JSON_FLAG,
    ],
    examples: [
      'login',
      'login --address https://reelay.example --email you@studio.example',
      'login --address https://reelay.example --email you@studio.example --with-token < token.txt',
    ],
    notes:
      "Secrets are never arguments: the shell's history keeps them, and other users of the machine can read them.\nIn CI, set REELAY_ADDRESS, REELAY_EMAIL and REELAY_TOKEN instead of signing in, or set REELAY_CREDENTIALS to the path of a file that login wrote.",
    async run(input) {
      const [{ login }, { createPrompt }, { connect }] = await Promise.all([
        import('../login.ts'),
        import('../../output/prompt.ts'),
        import('../../client.ts'),
      ])
      const prompt = createPrompt()
      await login(connect, { ...input, prompt }).finally(prompt.close)
    },
  },
  {
    name: 'logout',
    description: 'Revoke the token and delete it from this machine',
    flags: [JSON_FLAG],
    examples: ['logout'],
    run: withClient(async () => (await import('../logout.ts')).logout),
  },
  {
    name: 'whoami',
    description: 'Show the signed-in user',
    flags: [JSON_FLAG],
    examples: ['whoami', 'whoami --json'],
    run: withClient(async () => (await import('../whoami.ts')).whoami),
  },
]
