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
      'login --profile north --address https://north.example',
    ],
    notes:
      "Secrets are never arguments: the shell's history keeps them, and other users of the machine can read them.\nIn CI, set REELAY_ADDRESS, REELAY_EMAIL and REELAY_TOKEN instead of signing in, or set REELAY_CREDENTIALS to the path of a file that login wrote.",
    async run(input, { profile }) {
      const [{ login }, { createPrompt }, { connect }] = await Promise.all([
        import('../login.ts'),
        import('../../output/prompt.ts'),
        import('../../client.ts'),
      ])
      const prompt = createPrompt()
      await login(connect, { ...input, prompt, profile }).finally(prompt.close)
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
  {
    name: 'profile',
    description: 'Use several services or accounts side by side',
    examples: ['profile list', 'profile use north'],
    subcommands: [
      {
        name: 'list',
        description: 'List the profiles; * marks the current one',
        flags: [JSON_FLAG],
        examples: ['profile list'],
        notes:
          'Create a profile with: reelay login --profile <name>\nUse another profile for one command with --profile <name>, or set REELAY_PROFILE.',
        run: async (input) => (await import('../profile.ts')).listProfiles(input),
      },
      {
        name: 'use',
        description: 'Choose the profile for the following commands',
        args: [['<name>', 'name of the profile']],
        flags: [JSON_FLAG],
        examples: ['profile use north', 'profile use default'],
        run: async (input) => (await import('../profile.ts')).useProfile(input as { name: string }),
      },
      {
        name: 'remove',
        description: 'Revoke the token of a profile and delete it from this machine',
        args: [['<name>', 'name of the profile']],
        flags: [JSON_FLAG],
        examples: ['profile remove north'],
        async run(input) {
          const [{ removeProfile }, { connect }] = await Promise.all([
            import('../profile.ts'),
            import('../../client.ts'),
          ])
          await removeProfile(connect, input as { name: string })
        },
      },
    ],
  },
]
