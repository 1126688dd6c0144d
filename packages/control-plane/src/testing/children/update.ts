import { updateSessionsFile } from '../../sessions-file/update.ts';

/** Registers one agent session. */
const { path, name } = JSON.parse(process.argv[2] ?? '') as { path: string; name: string };
await updateSessionsFile(path, (sessions) => sessions.add('herdr_sessions', { name }));
process.stdout.write('done\n');
