/** What a person sees at the end of the redirects. */
export interface Sight {
  readonly screen: 'sign-in' | 'consent' | 'callback' | 'problem';
  /** The query of the callback; empty on a page of the platform. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly status: number;
  readonly html: string;
}

/**
 * A person's browser as far as signing in needs one: keeps cookies, follows redirects inside the
 * platform, and stops where it would leave for the application's own address.
 */
export class Browser {
  #cookie = '';
  #place = '';
  #html = '';

  async visit(url: string): Promise<Sight> {
    return this.#go(url, { method: 'GET' });
  }

  /** Picks an account on the sign-in page. */
  pick(channelId: string): Promise<Sight> {
    return this.#submit({ decision: 'sign-in', channelId });
  }

  /** Presses a button of the consent screen. */
  press(decision: 'approve' | 'deny'): Promise<Sight> {
    return this.#submit({ decision });
  }

  #submit(fields: Readonly<Record<string, string>>): Promise<Sight> {
    const formToken = /name="formToken" value="([^"]+)"/.exec(this.#html)?.[1] ?? '';
    const action = /<form method="post" action="([^"]+)"/.exec(this.#html)?.[1] ?? '';
    return this.#go(new URL(action, this.#place).href, {
      method: 'POST',
      body: new URLSearchParams({ ...fields, formToken }),
    });
  }

  async #go(url: string, init: { method: string; body?: URLSearchParams }): Promise<Sight> {
    const headers = this.#cookie === '' ? {} : { cookie: this.#cookie };
    const answer = await fetch(url, { ...init, headers, redirect: 'manual' });
    this.#html = await answer.text();
    this.#place = url;
    const cookie = answer.headers.get('set-cookie');
    if (cookie !== null) this.#cookie = cookie.split(';')[0] ?? '';
    const { status } = answer;
    const location = answer.headers.get('location');
    if (location === null)
      return { screen: this.#screen(status), parameters: {}, status, html: this.#html };
    const target = new URL(location, url);
    if (target.origin === new URL(url).origin) return this.#go(target.href, { method: 'GET' });
    const parameters = Object.fromEntries(target.searchParams);
    return { screen: 'callback', parameters, status, html: '' };
  }

  #screen(status: number): Sight['screen'] {
    if (status !== 200) return 'problem';
    return this.#html.includes('name="channelId"') ? 'sign-in' : 'consent';
  }
}
