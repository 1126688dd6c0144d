import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from '@mam/fixtures';
import { type Browser, chromium, type Page } from '@playwright/test';

const MAM = join(createRequire(import.meta.url).resolve('@mam/cli/package.json'), '../bin/mam.js');
const browserPath = findBrowser();

function findBrowser(): string | null {
  if (existsSync(chromium.executablePath())) return chromium.executablePath();
  for (const name of ['chromium', 'chromium-browser', 'google-chrome']) {
    const { status, stdout } = spawnSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' });
    if (status === 0) return stdout.trim();
  }
  return null;
}

test.describe('the HTML report, in a real browser', () => {
  test.skip(browserPath === null, 'no Chromium is installed');
  let dir: string;
  let browser: Browser;
  let page: Page;

  test.beforeAll(async () => {
    dir = mkdtempSync(join(tmpdir(), 'mam-html-'));
    writeReport(dir);
    browser = await chromium.launch({
      ...(browserPath !== null && { executablePath: browserPath }),
      // As root Chromium starts only without its sandbox; it opens nothing but the report.
      args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking', '--disable-sync'],
    });
    page = await browser.newPage();
    await page.goto(pathToFileURL(join(dir, 'report.html')).href);
  });

  test.afterAll(async () => {
    await browser?.close();
    rmSync(dir, { recursive: true, force: true });
  });

  test('says the verdict, and names each leak with its reason', async () => {
    await expect(page.getByRole('heading').first()).toContainText(/leak/i);
    await expect(page.getByText(join(dir, 'live/.mam/jobs/x.json')).first()).toBeVisible();
    await expect(page.getByText('no agent_session').first()).toBeVisible();
  });

  test('shows what a test wrote as text, never as markup or script', async () => {
    await expect(page.getByText('<img src=x onerror=alert(1)>').first()).toBeVisible();
    expect(await page.locator('img, script').count()).toBe(0);
  });

  test('loads nothing from elsewhere, and fits a narrow screen', async () => {
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await page.setViewportSize({ width: 400, height: 800 });
    await page.reload();
    expect(requests.filter((url) => !url.startsWith('file:'))).toEqual([]);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
  });

  test('is readable in light and in dark', async () => {
    const colours = async (colorScheme: 'light' | 'dark') => {
      await page.emulateMedia({ colorScheme });
      return page.evaluate(() => {
        const { color, backgroundColor } = getComputedStyle(document.body);
        return { color, backgroundColor };
      });
    };
    const light = await colours('light');
    const dark = await colours('dark');
    expect(dark.backgroundColor).not.toBe(light.backgroundColor);
    expect(brightness(light.backgroundColor) - brightness(light.color)).toBeGreaterThan(100);
    expect(brightness(dark.color) - brightness(dark.backgroundColor)).toBeGreaterThan(100);
  });
});

function writeReport(dir: string): void {
  const plane = join(dir, 'live/.mam');
  for (const path of [join(plane, 'jobs'), join(dir, 'checkout/.git')]) mkdirSync(path, { recursive: true });
  writeFileSync(join(dir, 'job.json'), JSON.stringify({ prompt: '<img src=x onerror=alert(1)>' }));
  const env = { PATH: process.env.PATH ?? '', HOME: dir, TMPDIR: dir, WORKSPACE_ROOT: join(dir, 'live') };
  const command = ['cp', join(dir, 'job.json'), join(plane, 'jobs/x.json')];
  try {
    execFileSync(process.execPath, [MAM, 'run', '--html', join(dir, 'report.html'), '--', ...command], {
      cwd: join(dir, 'checkout'),
      env,
      stdio: 'ignore',
    });
  } catch {
    // Status 3: it leaks on purpose.
  }
}

/** Brightness of a CSS colour, 0 to 255. */
function brightness(colour: string): number {
  const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? []).map(Number);
  return (red * 299 + green * 587 + blue * 114) / 1000;
}
