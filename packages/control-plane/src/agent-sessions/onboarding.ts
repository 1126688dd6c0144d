/** The prompt of the job that every new agent session starts with. */
export function onboardingPrompt(session: { name: string; role: string; workspace: string }): string {
  const { name, role, workspace } = session;
  return [
    `Onboarding: you are the agent session ${name}, with the role ${role}, in the workspace ${workspace}.`,
    'Read its instructions for agents, then wait for the jobs that are submitted to you.',
  ].join('\n');
}
