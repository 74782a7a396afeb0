//! Ports for servers that must be told their addresses before they start.

use std::net::TcpListener;

/// Different addresses of loopback that are free now. All are held until all are known, so that none comes twice.
pub fn free_addresses(count: usize) -> Vec<String> {
    let held: Vec<TcpListener> =
        (0..count).map(|_| TcpListener::bind("127.0.0.1:0").expect("bind a port on loopback")).collect();
    held.iter().map(|listener| listener.local_addr().expect("a bound address").to_string()).collect()
}
