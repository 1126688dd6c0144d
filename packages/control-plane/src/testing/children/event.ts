import { appendEvent } from '../../jobs/event.ts';

/** Appends `count` events of `size` bytes to a job. */
const { id, count, size, who } = JSON.parse(process.argv[2] ?? '') as {
  id: string;
  count: number;
  size: number;
  who: string;
};
for (let index = 0; index < count; index += 1) {
  await appendEvent({ id, type: 'tick', data: { who, index, filler: 'x'.repeat(size) } });
}
