// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// A token of the ERC-20 kind for tests, with the two bad habits that real ones have: it refuses some addresses, and
/// it pays some others nothing without saying so.
contract Token {
    string public constant name = "Test Dollar";
    string public constant symbol = "TUSD";
    uint8 public constant decimals = 6;
    uint256 public totalSupply;
    mapping(address => uint256) public balanceOf;
    mapping(address => bool) public refused;
    mapping(address => bool) public ignored;

    event Transfer(address indexed from, address indexed to, uint256 value);

    constructor() {
        totalSupply = 1_000_000_000_000;
        balanceOf[msg.sender] = totalSupply;
        emit Transfer(address(0), msg.sender, totalSupply);
    }

    function refuse(address who, bool yes) external {
        refused[who] = yes;
    }

    function ignore(address who, bool yes) external {
        ignored[who] = yes;
    }

    function transfer(address to, uint256 value) external returns (bool) {
        require(!refused[to], "refused");
        require(balanceOf[msg.sender] >= value, "too little");
        if (ignored[to]) return true;
        balanceOf[msg.sender] -= value;
        balanceOf[to] += value;
        emit Transfer(msg.sender, to, value);
        return true;
    }
}
